import { AssetHashType, DockerImage } from 'aws-cdk-lib/core'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { buildSync } from 'esbuild'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Where the SDK would look for credentials on a laptop. A function has them in its environment, which is looked
 * at first, so these lazy imports are never reached; left out, a bundle is a third smaller.
 */
const unreachedCredentialSources = ['http', 'ini', 'login', 'process', 'sso', 'web-identity'].map(
  (source) => `@aws-sdk/credential-provider-${source}`,
)

/** The code of `lambdas/{name}.ts` as one minified ES module, its source map beside it (not loaded). */
export function bundle(name: string): Code {
  return Code.fromAsset(join(root, 'lambdas'), {
    // The output decides: functions whose bundle did not change are not deployed again.
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Bundling is always local. CDK caches by these options though, so each function's must differ.
      image: DockerImage.fromRegistry('never-used'),
      command: [name],
      local: {
        tryBundle: (directory) => {
          build(name, directory)
          return true
        },
      },
    },
  })
}

function build(name: string, directory: string): void {
  buildSync({
    absWorkingDir: root,
    entryPoints: [`lambdas/${name}.ts`],
    outfile: join(directory, 'index.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: unreachedCredentialSources,
    define: { 'process.env.NODE_ENV': '"production"' },
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
}
