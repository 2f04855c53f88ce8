import { useState } from 'react'
import type { QuestionLine } from '../api.ts'
import { between } from './question-pages.ts'

type Selection = { ids: ReadonlySet<string>; last: string | null }
const none: Selection = { ids: new Set(), last: null }

/**
 * Returns the selected lines of a list, and functions that select or deselect lines. With `far`, `choose`
 * applies to all lines from the one chosen last to the given one.
 */
export function useSelection(lines: readonly QuestionLine[]) {
  const [{ ids, last }, setChosen] = useState(none)
  const order = () => lines.map(({ _id }) => _id)
  return {
    chosen: lines.filter(({ _id }) => ids.has(_id)),
    chosenIds: ids,
    choose: (id: string, { far }: { far: boolean }) => {
      const range = new Set(between(order(), far ? last : null, id))
      const others = [...ids].filter((each) => !range.has(each))
      setChosen({ ids: new Set(ids.has(id) ? others : [...others, ...range]), last: id })
    },
    chooseAll: () => setChosen({ ids: new Set(order()), last: null }),
    clear: () => setChosen(none),
  }
}
