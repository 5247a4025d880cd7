/** For Vite: a page of its own for tables, which asks for all that a table needs at once and not only when the first script runs. */

import type { Plugin, Rollup } from 'vite';

const INDEX = 'index.html';
const FILE = 'table.html';
const PAGE = '/src/app/pages/Table.svelte';

export function pageOfTables(): Plugin {
  return {
    name: 'siguo:table',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle[INDEX];
        if (index?.type !== 'asset') throw new Error(`no ${INDEX} in the build`);
        const source = String(index.source);
        const scripts = scriptsOf(bundle);
        const styles = scripts.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const wanted = (name: string): boolean => !source.includes(`"/${name}"`);
        const links = [
          ...scripts
            .map(({ fileName }) => fileName)
            .filter(wanted)
            // Only fetched: read ahead (`modulepreload`), they would keep the first script waiting.
            .map((name) => `<link rel="preload" as="script" crossorigin href="/${name}">`),
          ...styles.filter(wanted).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
        ];
        this.emitFile({
          type: 'asset',
          fileName: FILE,
          source: source.replace(
            '  </head>',
            () => `${links.map((link) => `    ${link}\n`).join('')}  </head>`,
          ),
        });
      },
    },
  };
}

/** That of the page, and what it is made of. */
function scriptsOf(bundle: Rollup.OutputBundle): Rollup.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(PAGE)));
  if (page === undefined) throw new Error(`no ${PAGE} in the build`);
  const all = new Set([page]);
  for (const { imports } of all)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) all.add(chunk);
  return [...all];
}
