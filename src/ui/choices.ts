/** A choice as Mantine takes it: one option, or a group of them. */
export type Option = { value: string; label: string; disabled?: boolean }
export type Options = readonly (string | Option | { group: string; items: readonly Option[] })[]

/** All options in their order, without groups. */
export const optionsOf = (data: Options): Option[] =>
  data.flatMap((each) =>
    typeof each === 'string' ? [{ value: each, label: each }] : 'group' in each ? each.items : [each],
  )

type Typed = {
  /** The typed text, or null if the field shows the chosen option. */
  typed: string | null
  options: readonly Option[]
  /** True if the options are already what was searched for. */
  searched: boolean
}

/** Options that fit the typed text and can be chosen, the first one first. */
export function matchesOf({ typed, options, searched }: Typed) {
  const wanted = typed?.trim().toLowerCase() ?? ''
  return options.filter(
    ({ label, disabled }) => !disabled && (searched || label.toLowerCase().includes(wanted)),
  )
}

/** Option whose label is the typed text itself. */
export const exactMatch = (typed: string, options: readonly Option[]) =>
  options.find(({ label, disabled }) => !disabled && label.toLowerCase() === typed.trim().toLowerCase())

/** Error for text that was typed but not chosen, or null. `nothingFound` are the field's own words. */
export function choiceFault(input: Typed & { nothingFound: string }) {
  if (!input.typed?.trim()) return null
  return matchesOf(input).length > 0 ? 'Choose one from the list.' : input.nothingFound
}
