import * as z from 'zod'

const Rule = z.object({
  AllowedOrigins: z.array(z.string()),
  AllowedMethods: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.number().optional(),
})
type Rule = z.infer<typeof Rule>

/** What matters here of an AWS::S3::Bucket. */
const BucketProperties = z.object({
  CorsConfiguration: z.object({ CorsRules: z.array(Rule) }).prefault({ CorsRules: [] }),
})

export const readRules = (properties: Record<string, unknown>): Rule[] =>
  BucketProperties.parse(properties).CorsConfiguration.CorsRules

/** What a browser is told of a call from another origin; undefined when no rule allows it, or none is needed. */
export const corsHeaders = (
  rules: Rule[],
  method: string,
  headers: Record<string, string>,
): Record<string, string> | undefined => {
  const origin = headers['origin']
  const wantedMethod = headers['access-control-request-method'] ?? method
  const wantedHeaders = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim())
  const rule = rules.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders }) =>
      origin !== undefined &&
      AllowedMethods.includes(wantedMethod) &&
      AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
      wantedHeaders.every((name) => !name || AllowedHeaders.some((pattern) => matches(pattern, name))),
  )
  if (!rule || origin === undefined) return undefined
  return {
    'access-control-allow-origin': rule.AllowedOrigins.includes('*') ? '*' : origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    'access-control-allow-headers': wantedHeaders.join(', '),
    'access-control-expose-headers': rule.ExposedHeaders.join(', '),
    ...(rule.MaxAge !== undefined && { 'access-control-max-age': String(rule.MaxAge) }),
    vary: 'Origin',
  }
}

/** A pattern may hold one `*`. */
const matches = (pattern: string, text: string): boolean => {
  const [start = '', end] = pattern.toLowerCase().split('*')
  const lower = text.toLowerCase()
  return end === undefined ? lower === start : lower.startsWith(start) && lower.endsWith(end)
}
