import { Select, type SelectProps } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '#shared/language.ts'
import { choiceFault, exactMatch, labelMatches, type Options, optionsOf } from './choices.ts'

type Own =
  | 'data'
  | 'value'
  | 'onChange'
  | 'filter'
  | 'searchValue'
  | 'onSearchChange'
  | 'error'
  | 'nothingFoundMessage'
  | 'allowDeselect'

type SearchSelectProps = Omit<SelectProps, Own> & {
  data: Options
  value: string | null
  onChange: (value: string | null) => void
  /** Message if the text matches no option. */
  nothingFound: string
  /** Called with the typed text if the server searches for the options, which then aren't filtered again. */
  onType?: (typed: string) => void
  /** True while the options don't match the typed text yet. */
  late?: boolean
}

/** True if the list of the field that has the focus is open. */
const isOpen = ({ target }: KeyboardEvent) => (target as HTMLElement).ariaExpanded === 'true'

/**
 * Keeps Enter from submitting the form while the list is open or the field contains text that isn't a choice.
 * Returns true if it blocked the key.
 */
export function holdEnter(event: KeyboardEvent, unchosen: boolean) {
  if (
    event.key !== 'Enter' ||
    event.defaultPrevented ||
    event.nativeEvent.isComposing ||
    !(isOpen(event) || unchosen)
  )
    return false
  event.preventDefault()
  return true
}

/** Filters the options. Mantine's own filter doesn't treat a no-break space as an ordinary one. */
const byLabel: NonNullable<SelectProps['filter']> = ({ options, search }) =>
  options.flatMap((option) =>
    'group' in option
      ? { ...option, items: option.items.filter(({ label }) => labelMatches(label, search)) }
      : labelMatches(option.label, search)
        ? option
        : [],
  )

/** Manages the text typed into the field, until an option is chosen or the value is changed elsewhere. */
function useTyped(value: string | null) {
  const [state, setState] = useState<{ text: string | null; left: boolean; at: string | null }>({
    text: null,
    left: false,
    at: value,
  })
  const { text, left } = state.at === value ? state : { text: null, left: false }
  return {
    typed: text,
    left,
    put: (next: string | null, isLeft: boolean) => setState({ text: next, left: isLeft, at: value }),
  }
}

/**
 * A select field that is searched by typing. Typing replaces the chosen text, the first match is highlighted,
 * and Enter chooses it. Text that isn't a choice stays in the field with an error and keeps the form from
 * being submitted.
 */
export function SearchSelect({
  data,
  value,
  onChange,
  nothingFound,
  onType,
  late = false,
  searchable = true,
  ...rest
}: SearchSelectProps) {
  const input = useRef<HTMLInputElement>(null)
  const { typed, left, put } = useTyped(value)
  const [isListed, setIsListed] = useState(false)
  const options = optionsOf(data)
  const search = { typed, options, searched: onType !== undefined }
  const fault = choiceFault({ ...search, nothingFound })
  useEffect(() => input.current?.setCustomValidity(fault ?? ''), [fault, input])
  const change = (next: string | null) => {
    put(null, false)
    onType?.('')
    if (next !== value) onChange(next)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    rest.onBlur?.(event)
    if (typed === null) return
    const meant = exactMatch(typed, options)
    if (meant) change(meant.value)
    else if (typed.trim() === '') change(rest.clearable ? null : value)
    else put(typed, true)
  }
  const missing = rest.required && value === null ? t('Choose one.') : null
  return (
    <Select
      // Without a button to clear the choice, the arrow at the end is only decoration.
      {...(!rest.clearable && { rightSectionProps: { 'aria-hidden': true } })}
      {...rest}
      ref={input}
      data={[...data] as NonNullable<SelectProps['data']>}
      value={value}
      onChange={change}
      // If the chosen option is chosen again, Mantine doesn't call `onChange`, so reset the typed text here.
      onOptionSubmit={() => put(null, false)}
      searchable={searchable}
      searchValue={typed ?? options.find((option) => option.value === value)?.label ?? ''}
      filter={onType ? ({ options: found }) => found : byLabel}
      // Reads the text before Mantine opens the list, which renders the field again.
      onInputCapture={({ currentTarget }) => {
        put(currentTarget.value, false)
        onType?.(currentTarget.value)
      }}
      // Wait until the list and its options are in the page.
      selectFirstOptionOnChange={isListed && typed !== null && !late}
      onDropdownOpen={() => setTimeout(() => setIsListed(true))}
      onDropdownClose={() => setIsListed(false)}
      onFocus={({ currentTarget }) => searchable && currentTarget.select()}
      onClick={({ currentTarget }) => searchable && typed === null && currentTarget.select()}
      onBlur={leave}
      onInvalid={() => put(typed, true)}
      error={left ? (fault ?? missing) : null}
      wrapperProps={{
        onKeyDown: (event: KeyboardEvent) => {
          if (!holdEnter(event, fault !== null) || late || typed === null) return
          // The first match isn't highlighted yet, otherwise Mantine would have chosen it.
          const list =
            isOpen(event) && document.getElementById(input.current?.getAttribute('aria-controls') ?? '')
          const first = list && list.querySelector<HTMLElement>('[role="option"]')
          if (first) first.click()
          else put(typed, true)
        },
      }}
      allowDeselect={false}
      nothingFoundMessage={nothingFound}
    />
  )
}
