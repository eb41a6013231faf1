import type { Assembly } from './assembly/model.ts'
import type { KeySource } from './api-gateway/jwt.ts'
import { createCognito } from './cognito/service.ts'
import type { Database } from './database.ts'
import type { Functions } from './functions/functions.ts'
import type { Inbox } from './inbox.ts'
import type { Clock, Service } from './service.ts'
import { StartupError } from './startup-error.ts'

export type UserPoolParts = { database: Database; clock: Clock; functions: Functions; inbox: Inbox }

/** The template's user pool, its triggers tied to the functions and its mail to the inbox. */
export function userPool(assembly: Assembly, { database, clock, functions, inbox }: UserPoolParts): Service {
  const [pool, ...more] = assembly.pools
  if (!pool) return absent
  if (more.length > 0) throw new StartupError('The template holds several user pools; one can run locally.')
  const triggers = Object.fromEntries(
    Object.entries(pool.triggers).map(([name, arn]) => [
      name,
      async (event: unknown) => {
        const outcome = await functions.invoke(arn, event)
        if (outcome.ok) return outcome.payload
        throw new Error(outcome.error.errorMessage)
      },
    ]),
  )
  return createCognito({
    store: database,
    clock,
    pool: { id: pool.id, properties: pool.properties },
    clients: pool.clients,
    triggers,
    deliver: async ({ from, to, subject, html, source }) => {
      inbox.add({
        kind: 'email',
        messageId: `cognito-${clock.now()}`,
        from: from ?? 'no-reply@verificationemail.com',
        to: [to],
        subject,
        text: visibleText(html),
        html,
        headers: {},
        tags: { source },
      })
    },
  })
}

const absent: Service = {
  handle: async () => ({ status: 404, headers: {}, body: 'The template holds no user pool.\n' }),
  close: async () => undefined,
}

/** Reads an issuer's public keys from the pool itself, as API Gateway reads them over the network. */
export function keySource(cognito: Service): KeySource {
  return async (issuer) => {
    const url = new URL(`${new URL(issuer).pathname}/.well-known/jwks.json`, 'http://local')
    const { body } = await cognito.handle({
      method: 'GET',
      url,
      headers: {},
      body: Buffer.alloc(0),
      caller: undefined,
    })
    return (JSON.parse(body.toString()) as { keys: { kid: string }[] }).keys
  }
}

/** What a reader of the mail sees of its HTML, then where it leads to: Cognito's mail has no text part of its own. */
export function visibleText(html: string): string {
  const links = [...html.matchAll(/<a\b[^>]*\bhref="([^"]+)"/gi)].map(([, address]) => address)
  return [html, ...new Set(links)]
    .join(' ')
    .replace(/<head>.*?<\/head>|<style.*?<\/style>|<div style="display:none.*?<\/div>/gis, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
