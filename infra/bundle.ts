import { Code } from 'aws-cdk-lib/aws-lambda'
import { AssetHashType, DockerImage } from 'aws-cdk-lib/core'
import { build } from 'esbuild'
import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { slimming } from './slimming.ts'

const root = join(import.meta.dirname, '..')

/** Files of a function's bundle by their names. */
type Files = Map<string, Uint8Array>

/**
 * The bundle of each function by its name, in memory: all are made together, once, when this module loads.
 */
const bundles = await bundleFunctions()

/**
 * The code of `lambdas/{name}.ts`: a minified ES module `index.mjs`, what it imports lazily, and source maps
 * beside them, which are not loaded.
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

async function bundleFunctions(): Promise<Map<string, Files>> {
  const entries = readdirSync(join(root, 'lambdas')).filter((file) => file.endsWith('.ts'))
  const names = entries.map((file) => basename(file, '.ts'))
  return new Map(await Promise.all(names.map(async (name) => [name, await bundleFunction(name)] as const)))
}

async function bundleFunction(name: string): Promise<Files> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { index: `lambdas/${name}.ts` },
    outdir: 'lambdas',
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    // What a function imports lazily stays a file of its own, which a cold start does not load.
    splitting: true,
    chunkNames: '[name]-[hash]',
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: slimming(),
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
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]))
}
