/** `npm run bench`: prints every figure, or those that are named: `npm run bench -- bundles`. */
const benches: Record<string, () => Promise<{ bench: () => void | Promise<void> }>> = {
  bundles: () => import('./bundles.ts'),
  delivery: () => import('./delivery.ts'),
  calendar: () => import('./calendar.ts'),
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in benches))
if (unknown.length > 0) {
  process.stderr.write(
    `No such bench: ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}\n`,
  )
  process.exit(1)
}
for (const name of named.length > 0 ? named : Object.keys(benches)) {
  const { bench } = await benches[name]!()
  await bench()
}
