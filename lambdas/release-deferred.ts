export const handler = async () => {
  throw new Error('not built yet')
}
