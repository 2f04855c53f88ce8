import { useId } from 'react'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { prospects } from './api.ts'
import { stageWords, usualLosses } from './stages.ts'
import { useProspectChange, type ProspectPerson } from './use-prospect-change.ts'

/**
 * Sheet that asks why a prospect is lost. Their data is kept, and a later trial, test or place brings them
 * back.
 */
export function LostSheet({
  centerId,
  whom,
  onClose,
}: {
  centerId: string
  whom: ProspectPerson
  onClose: () => void
}) {
  const reasonsId = useId()
  const { draft, set, base, error, fail, differences } = useEdit(whom.prospect, {
    draftOf: ({ lostReason }) => ({ lostReason: lostReason }),
    words: { lostReason: t('Why') },
    facts: { Stage: ({ stage }) => t(stageWords[stage]) },
  })
  const changed = useProspectChange()
  const change = useSend(prospects.change, {
    onSuccess: () => {
      toast(t('{name} marked as lost.', { name: fullName(whom) }), 'info')
      void changed()
      onClose()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={t('Mark {name} as lost', { name: fullName(whom) })}
      save={t('Mark as lost')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={() =>
        change.mutate({ centerId, studentId: whom.id, stage: 'lost', ...draft, ifMatch: base.version })
      }
      onClose={onClose}
    >
      <TextField
        label={t('Why')}
        hint={t('All records are kept. A later trial, test or place brings the prospect back.')}
        list={reasonsId}
        maxLength={200}
        value={draft.lostReason}
        onChange={(lostReason) => set({ lostReason })}
        data-autofocus
      />
      <datalist id={reasonsId}>
        {usualLosses.map((each) => (
          <option key={each}>{t(each)}</option>
        ))}
      </datalist>
    </EditSheet>
  )
}
