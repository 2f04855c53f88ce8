import { useState } from 'react'
import { pageOfWork } from './rules.ts'

/**
 * Number of items to load in a person's list of work. `works` is the query parameter, undefined for the first
 * page.
 */
export function useMoreWork(personId: string) {
  const [asked, setAsked] = useState({ of: personId, most: pageOfWork })
  const more = asked.of === personId ? asked.most : pageOfWork
  return {
    works: more > pageOfWork ? more : undefined,
    showMore: () => setAsked({ of: personId, most: more + pageOfWork }),
  }
}
