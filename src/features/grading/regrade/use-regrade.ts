import { useQueryClient } from '@tanstack/react-query'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Regrade, regrades } from './api.ts'
import type { RegradeScope } from './regrade-effects.ts'

/**
 * Regrades answers by their question's current key. Sends the figures of the displayed preview as
 * confirmation, and reloads the preview if they have changed.
 */
export function useRegrade(id: string, { revision, falling }: Regrade, { onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useSend(regrades.apply, {
    // The sheet shows the error.
    onError: () => {},
    onSuccess: ({ answers }) => {
      toast(t('{answers} regraded.', { answers: counted(answers, 'answer') }))
      onDone()
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: [regrades.look.path] }),
  })
  const apply = (include: RegradeScope) =>
    mutate({ id, revision, include, ...(include === 'all' && { confirmFalls: falling }) })
  return { apply, isPending, refusal: error && sentenceFor(error) }
}
