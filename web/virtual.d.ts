/** Made by `routeAddresses` in web/route-addresses.ts from the route table. */
declare module 'virtual:route-addresses' {
  export const addresses: Record<string, { method: string; path: string; access: string }>
}
