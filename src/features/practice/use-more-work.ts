import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { pageOfWork } from './rules.ts'

/**
 * How many pieces of a person's work a page reads: `works` is what it asks for, undefined at first, and `kept` lets what stands there stay while more
 * comes.
 */
export function useMoreWork(personId: string) {
  const [asked, setAsked] = useState({ of: personId, most: pageOfWork })
  const more = asked.of === personId ? asked.most : pageOfWork
  return {
    works: more > pageOfWork ? more : undefined,
    kept: more > pageOfWork ? { placeholderData: keepPreviousData } : {},
    showMore: () => setAsked({ of: personId, most: more + pageOfWork }),
  }
}
