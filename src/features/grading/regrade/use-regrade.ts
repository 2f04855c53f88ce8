import { useQueryClient } from '@tanstack/react-query'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Regrade, regrades } from './api.ts'
import type { RegradeScope } from './regrade-effects.ts'

/**
 * Returns a function that regrades answers by their question's current key. It sends the revision and the
 * number of falling scores in the displayed preview as confirmation, and then reloads the preview.
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
