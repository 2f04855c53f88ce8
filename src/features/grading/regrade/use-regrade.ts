import { useQueryClient } from '@tanstack/react-query'
import { counted } from '#shared/text.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Regrade, regrades } from './api.ts'
import type { Include } from './regrade-effects.ts'

/** Judges answers by the key that their question has now. What was looked at is what is confirmed: when that has changed, it is read again. */
export function useRegrade(id: string, { revision, falling }: Regrade, { onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useSend(regrades.apply, {
    // The reason is shown in the sheet.
    onError: () => {},
    onSuccess: ({ answers }) => {
      toast(`${counted(answers, 'answer')} regraded.`)
      onDone()
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: [regrades.look.path] }),
  })
  const apply = (include: Include) => mutate({ id, revision, include, ...(include === 'all' && { confirmFalls: falling }) })
  return { apply, isPending, refusal: error && sentenceFor(error) }
}
