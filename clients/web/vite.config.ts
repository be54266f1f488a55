import { defineConfig } from 'vite';
import { scalarScript } from './scalar-script.ts';

export default defineConfig({
  base: '/',
  plugins: [scalarScript()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The content security policy of the page allows neither data: addresses nor inline script.
    assetsInlineLimit: 0,
    // livekit-client cannot be split.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: 'index.html',
        check: 'check.html',
        console: 'console.html',
        welcome: 'welcome.html',
        docs: 'docs.html',
        reference: 'reference.html',
        embed: 'src/embed/parley-meeting.ts',
      },
      // Other sites refer to this file: its name must not change.
      output: {
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
