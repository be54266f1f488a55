import { defineConfig, type Plugin } from 'vite';
import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import fastify from 'fastify';

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

const HASH_CHARACTERS = 8;

/**
 * Writes the script of the API reference into the build, and loads it before the script of reference.html. Its package
 * ships it inside a Fastify plugin.
 */
function scalarScript(): Plugin {
  let script: Promise<{ name: string; source: string }> | undefined;
  const read = () => (script ??= readScript());
  return {
    name: 'parley:scalar-script',
    apply: 'build',
    async generateBundle() {
      const { name, source } = await read();
      this.emitFile({ type: 'asset', fileName: name, source });
    },
    async transformIndexHtml(_, { path }) {
      if (path !== '/reference.html') return [];
      const src = `/${(await read()).name}`;
      return [{ tag: 'script', attrs: { src, defer: true }, injectTo: 'head-prepend' }];
    },
  };
}

async function readScript(): Promise<{ name: string; source: string }> {
  const app = fastify();
  await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/' } });
  const { body, statusCode } = await app.inject('/reference/js/scalar.js');
  if (statusCode !== 200) throw new Error(`Scalar's script: status ${statusCode}`);
  const source = body.replace(/\n\/\/# sourceMappingURL=\S+$/, '');
  // Browsers cache assets forever, so each version has its own name.
  const hash = createHash('sha256').update(source).digest('hex').slice(0, HASH_CHARACTERS);
  return { name: `assets/scalar-${hash}.js`, source };
}
