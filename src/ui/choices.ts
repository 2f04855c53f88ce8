import { t } from '#shared/language.ts'
/** An option in Mantine's format. */
export type Option = { value: string; label: string; disabled?: boolean }
export type Options = readonly (string | Option | { group: string; items: readonly Option[] })[]

/** Returns all options in order, without groups. */
export const optionsOf = (data: Options): Option[] =>
  data.flatMap((each) =>
    typeof each === 'string' ? [{ value: each, label: each }] : 'group' in each ? each.items : [each],
  )

type TypedChoice = {
  /** The typed text, or null if the field shows the chosen option. */
  typed: string | null
  options: readonly Option[]
  /** True if the options are already search results. */
  searched: boolean
}

/** Normalizes text for comparison. Turns the no-break space in `4:30 PM` into an ordinary space. */
const plain = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** True if a label contains the typed text. */
export const labelMatches = (label: string, typed: string) => plain(label).includes(plain(typed))

/** Returns the options that match the typed text and can be chosen. */
export const matchesOf = ({ typed, options, searched }: TypedChoice) =>
  options.filter(({ label, disabled }) => !disabled && (searched || labelMatches(label, typed ?? '')))

/** Returns the option, if any, whose label is the typed text, regardless of case and spacing. */
export const exactMatch = (typed: string, options: readonly Option[]) =>
  options.find(({ label, disabled }) => !disabled && plain(label) === plain(typed))

/**
 * Returns the error for text that was typed but not chosen, or null. `nothingFound` is the error if no option
 * matches.
 */
export function choiceFault(input: TypedChoice & { nothingFound: string }) {
  if (!input.typed?.trim()) return null
  return matchesOf(input).length > 0 ? t('Choose one from the list.') : input.nothingFound
}
