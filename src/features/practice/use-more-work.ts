import { useState } from 'react'
import { pageOfWork } from './rules.ts'

/**
 * Returns the `works` query parameter for a person's list of work, undefined for the first page, and a
 * function that requests more items.
 */
export function useMoreWork(personId: string) {
  const [asked, setAsked] = useState({ of: personId, most: pageOfWork })
  const more = asked.of === personId ? asked.most : pageOfWork
  return {
    works: more > pageOfWork ? more : undefined,
    showMore: () => setAsked({ of: personId, most: more + pageOfWork }),
  }
}
