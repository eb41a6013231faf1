/** Languages that have a catalogue. A second one is added here and as a folder beside `en/`. */
type Language = 'en'

const wanted = (globalThis.navigator?.languages ?? []).map((tag) => tag.slice(0, 2))

/** The language of this visit: the reader's first that we speak. */
export const language: Language = (['en'] as const).find((known) => wanted.includes(known)) ?? 'en'

/** The locale for dates and numbers: day before month, weeks that begin on Monday, as the product writes them. */
export const locale = { en: 'en-GB' }[language]

/** Picks a screen's catalogue in the language of this visit. Every language has the keys of the English one. */
export function inLanguage<T>(catalogues: Record<Language, T>): T {
  return catalogues[language]
}
