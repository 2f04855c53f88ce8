import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { studentImports } from './api.ts'
import { showDryRun } from './use-dry-run.ts'

type DiscardFileProps = { centerId: string; label: string; onDiscarded: () => void }

/** Button that stops checking a file, or discards its result. */
export function DiscardFile({ centerId, label, onDiscarded }: DiscardFileProps) {
  const queries = useQueryClient()
  const discard = useSend(studentImports.discard, {
    onSuccess: () => {
      showDryRun(queries, centerId, null)
      onDiscarded()
    },
    onError: (error) => toast(sentenceFor(error)),
  })
  return (
    <Button busy={discard.isPending} onClick={() => discard.mutate({ centerId })}>
      {label}
    </Button>
  )
}
