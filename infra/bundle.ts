import { Code } from 'aws-cdk-lib/aws-lambda'
import { AssetHashType, DockerImage } from 'aws-cdk-lib/core'
import { build } from 'esbuild'
import { readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { droppableSchemas, unreachedImports } from './sdk-diet.ts'

const root = join(import.meta.dirname, '..')

/** Files of each function by its name, in memory: all are bundled together, once, when this module loads. */
const bundles = await bundleFunctions()

/**
 * The code of `lambdas/{name}.ts`: one minified ES module, and its source map beside it, which is not loaded.
 *
 * @throws an Error when there is no such function
 */
export function bundle(name: string): Code {
  const files = bundles.get(name)
  if (!files) throw new Error(`There is no function lambdas/${name}.ts`)
  return Code.fromAsset(join(root, 'lambdas'), {
    // The output decides: functions whose bundle did not change are not deployed again.
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Bundling is always local. CDK caches by these options though, so each function's must differ.
      image: DockerImage.fromRegistry('never-used'),
      command: [name],
      local: {
        tryBundle: (directory) => {
          for (const [file, contents] of files) writeFileSync(join(directory, file), contents)
          return true
        },
      },
    },
  })
}

async function bundleFunctions(): Promise<Map<string, Map<string, Uint8Array>>> {
  const entries = readdirSync(join(root, 'lambdas')).filter((file) => file.endsWith('.ts'))
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((file) => `lambdas/${file}`),
    outdir: join(root, 'lambdas'),
    entryNames: '[name]/index',
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [unreachedImports, droppableSchemas],
    minify: true,
    legalComments: 'none',
    sourcemap: 'external',
    sourcesContent: false,
    // CommonJS packages inside call `require` for Node's own modules, which an ES module does not have.
    banner: {
      js: "import { createRequire as nodeRequire } from 'node:module'; const require = nodeRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
  const byName = Map.groupBy(outputFiles, ({ path }) => basename(dirname(path)))
  return new Map(
    [...byName].map(([name, files]) => [
      name,
      new Map(files.map(({ path, contents }) => [basename(path), contents])),
    ]),
  )
}
