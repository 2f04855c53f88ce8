import { type ReactNode, useState } from 'react'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/language.ts'
import type { Difference } from '#ui/Versions.tsx'

/** A field's label, or its label and a function that formats its value. */
type FieldWords<D> = {
  readonly [K in keyof D]-?: string | readonly [label: string, words: (value: D[K]) => ReactNode]
}

export type EditOptions<R, D> = {
  /** Returns the field values of a stored record. */
  draftOf: (record: R) => D
  /**
   * Labels of the fields, with formatters where needed. Null if the fields aren't part of the record, so that
   * only `facts` are compared when somebody else changes the record.
   */
  words: FieldWords<D> | null
  /** Formatters, by label, for values that the sheet shows but doesn't change. */
  facts?: Readonly<Record<string, (record: R) => string>>
  /** Earlier input that hasn't been saved. */
  begun?: D | undefined
}

type State<R, D> = {
  /** The stored record that the draft is based on. */
  base: R
  /** The field values, with the chosen version of each field that differs. */
  draft: D
  /**
   * Set once the record turns out to have changed in the meantime: the earlier record, and the field values
   * as entered here.
   */
  clash: { before: R; mine: D } | null
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function inWords(value: unknown) {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

const keysOf = <D extends object>(draft: D) => Object.keys(draft) as (keyof D)[]

/**
 * Returns the new state once the stored record turns out to be `now`: untouched fields take its values, and
 * edited ones keep the typed values.
 */
function clashed<R, D extends object>(
  { base, draft }: State<R, D>,
  now: R,
  draftOf: (record: R) => D,
): State<R, D> {
  const opened = draftOf(base)
  const untouched = keysOf(draft).filter((key) => same(draft[key], opened[key]))
  const stored = draftOf(now)
  return {
    base: now,
    draft: { ...draft, ...(Object.fromEntries(untouched.map((key) => [key, stored[key]])) as Partial<D>) },
    clash: { before: base, mine: draft },
  }
}

/**
 * Manages a record's field values during editing. `fail` takes the error of a failed save. If somebody else
 * has saved in the meantime (412), fields not edited here take their new values, `differences` lists every
 * field in which the two versions differ, and the next save is based on `base`, the newly stored record
 * (reliability F11).
 */
export function useEdit<R, D extends object>(
  record: R,
  { draftOf, words, facts = {}, begun }: EditOptions<R, D>,
) {
  // Keep the first record: the user hasn't seen changes that a colleague saved while the sheet was open.
  const [state, setState] = useState<State<R, D>>(() => ({
    base: record,
    draft: begun ?? draftOf(record),
    clash: null,
  }))
  const [error, setError] = useState<Error | null>(null)
  const { base, draft, clash } = state
  const put = (part: Partial<D>) => setState((old) => ({ ...old, draft: { ...old.draft, ...part } }))
  return {
    draft,
    base,
    error,
    set: (part: Partial<D>) =>
      setState((old) => ({
        ...old,
        draft: { ...old.draft, ...part },
        clash: old.clash && { ...old.clash, mine: { ...old.clash.mine, ...part } },
      })),
    /** Adopts the stored record in a form that stays open, keeping anything typed since. */
    saved: (now: R) => {
      setState(({ draft: typed }) => ({ base: now, draft: typed, clash: null }))
      setError(null)
    },
    fail: (failure: Error) => {
      setError(failure)
      if (failure instanceof Problem && failure.status === 412)
        setState((old) => clashed(old, failure.more.current as R, draftOf))
    },
    differences:
      clash &&
      differencesOf({ draft, stored: draftOf(base), mine: clash.mine, words, put }).concat(
        factsOf(facts, clash.before, base),
      ),
  }
}

type VersionsToCompare<D> = {
  draft: D
  stored: D
  mine: D
  words: FieldWords<D> | null
  put: (part: Partial<D>) => void
}

/** Returns a field's label and formatter. An empty value is always shown as empty. */
function reading<D>(said: FieldWords<D>[keyof D]) {
  const [label, words] =
    typeof said === 'string' ? [said, inWords] : (said as readonly [string, (value: unknown) => ReactNode])
  return { label: t(label), read: (value: unknown) => (value === '' || value === null ? '' : words(value)) }
}

function differencesOf<D extends object>({
  draft,
  stored,
  mine,
  words,
  put,
}: VersionsToCompare<D>): Difference[] {
  if (!words) return []
  return keysOf(draft)
    .filter((key) => !same(mine[key], stored[key]))
    .map((key) => {
      const { label, read } = reading<D>(words[key])
      return {
        label,
        mine: read(mine[key]),
        stored: read(stored[key]),
        chosen: same(draft[key], stored[key]) ? ('stored' as const) : ('mine' as const),
        choose: (which) => put({ [key]: (which === 'mine' ? mine : stored)[key] } as unknown as Partial<D>),
      }
    })
}

const factsOf = <R>(
  facts: Readonly<Record<string, (record: R) => string>>,
  before: R,
  now: R,
): Difference[] =>
  Object.entries(facts)
    .map(([label, read]) => ({ label: t(label), mine: read(before), stored: read(now) }))
    .filter(({ mine, stored }) => mine !== stored)
