import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReadQuery } from '#web/api.ts'

/**
 * Fetches new proposals when a sheet opens. They don't change while it is open, even if assigning changes
 * what comes next.
 */
export function useProposals<T>(proposals: ReadQuery<T>) {
  const { data, error, isFetching, refetch } = useQuery({
    ...proposals,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [seen, setSeen] = useState<T | null>(null)
  if (data && !seen && !isFetching) setSeen(data)
  return { seen, query: { error, isFetching, refetch } }
}

/** Holds the parts of the proposals that the user left out, each identified by its child and its own id. */
export function useLeftOut() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const keyOf = (child: string, part: string) => `${child} ${part}`
  return {
    isLeftOut: (child: string, part: string) => left.has(keyOf(child, part)),
    toggle: (child: string, part: string) =>
      setLeft((now) => {
        const next = new Set(now)
        if (!next.delete(keyOf(child, part))) next.add(keyOf(child, part))
        return next
      }),
  }
}
