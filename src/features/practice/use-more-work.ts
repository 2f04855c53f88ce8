import { useState } from 'react'
import { pageOfWork } from './rules.ts'

/** How many pieces of a person's work a page reads: `works` is what it asks for, undefined at first. */
export function useMoreWork(personId: string) {
  const [asked, setAsked] = useState({ of: personId, most: pageOfWork })
  const more = asked.of === personId ? asked.most : pageOfWork
  return {
    works: more > pageOfWork ? more : undefined,
    showMore: () => setAsked({ of: personId, most: more + pageOfWork }),
  }
}
