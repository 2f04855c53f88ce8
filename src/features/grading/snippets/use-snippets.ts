import { useQuery, useQueryClient } from '@tanstack/react-query'
import { read, useSend } from '#web/api.ts'
import { may, useMe } from '#web/session.tsx'
import { type Snippet, snippets } from './api.ts'

const none: Snippet[] = []

/**
 * Returns the signed-in person's saved comments at a center, with functions to save and delete them. A device
 * has none.
 */
export function useSnippets(centerId: string) {
  const queries = useQueryClient()
  const mayKeep = may(useMe(), 'work.assign')
  const { data = none } = useQuery({ ...read(snippets.list, { centerId }), enabled: mayKeep })
  const changed = { onSuccess: () => queries.invalidateQueries({ queryKey: [snippets.list.path] }) }
  const keep = useSend(snippets.keep, changed)
  const drop = useSend(snippets.drop, changed)
  return {
    snippets: data,
    mayKeep,
    keep: (text: string) => keep.mutate({ centerId, text }),
    drop: (id: string) => drop.mutate({ centerId, id }),
  }
}
export type SnippetActions = Omit<ReturnType<typeof useSnippets>, 'snippets'>
