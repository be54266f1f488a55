import { defineConfig } from 'vite';

export default defineConfig({
  base: '/',
  // A tenth of React's size for the same components. React itself is here for its types alone.
  resolve: {
    alias: [
      { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react$/, replacement: 'preact/compat' },
    ],
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy of the page allows neither data: addresses nor inline script.
    assetsInlineLimit: 0,
    // livekit-client is one piece.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The icons' files are marked for server components, which there are none of here.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
      input: { index: 'index.html', embed: 'src/embed/parley-meeting.ts' },
      // Other people's pages name this file: it keeps its name.
      output: {
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
