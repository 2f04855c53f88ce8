import { useQueryClient } from '@tanstack/react-query'
import { students } from '../api.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Prospect, prospects } from './api.ts'
import { type SetStage, stageWords } from './stages.ts'

/** A person with their prospect data. */
export type ProspectPerson = { id: string; firstName: string; lastName: string; prospect: Prospect }

/** Returns a function that refetches the board and the profile on screen, to call after a change. */
export function useProspectChange() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [prospects.board, students.one].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
    )
}

/** Returns the input that restores a prospect's previous stage, whether it was automatic or set by hand. */
const backTo = ({ stage, byHand, lostReason }: Prospect) =>
  byHand ? { stage: stage as SetStage, ...(stage === 'lost' && { lostReason }) } : { stage: null }

/**
 * Returns a function that sets a prospect's stage, or makes it automatic again if the stage is null. A toast
 * offers to undo the change.
 */
export function useMove(centerId: string) {
  const changed = useProspectChange()
  const { mutate } = useSend(prospects.change, {
    onSettled: () => void changed(),
    onError: (error) => toast(sentenceFor(error), 'error'),
  })
  return ({ prospect, ...whom }: ProspectPerson, stage: SetStage | null) => {
    const studentId = whom.id
    const undo = ({ version }: Prospect) =>
      mutate({ centerId, studentId, ...backTo(prospect), ifMatch: version })
    mutate(
      { centerId, studentId, stage, ifMatch: prospect.version },
      {
        onSuccess: (after) =>
          toast(`${fullName(whom)}: ${t(stageWords[after.stage]).toLowerCase()}.`, 'success', {
            label: t('Undo'),
            act: () => undo(after),
          }),
      },
    )
  }
}
