import { fullName } from '#shared/full-name.ts'
import { dateInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { type Prospect, prospects } from './api.ts'
import { SourceField } from './SourceField.tsx'
import { useProspectChange, type ProspectPerson } from './use-prospect-change.ts'

const draftOf = ({ nextStep, nextOn, source }: Prospect) => ({
  nextStep: nextStep,
  nextOn: nextOn ?? '',
  source: source,
})
const words = {
  nextStep: 'Next step',
  nextOn: ['Date', (day: string) => (day ? dateInWords(day) : '')],
  source: 'Heard about us from',
} as const

/** Sheet for editing a prospect's next step and its date, and how the prospect heard about the center. */
export function StepSheet({
  centerId,
  whom,
  onClose,
}: {
  centerId: string
  whom: ProspectPerson
  onClose: () => void
}) {
  const { draft, set, base, error, fail, differences } = useEdit(whom.prospect, { draftOf, words })
  const changed = useProspectChange()
  const change = useSend(prospects.change, {
    onSuccess: () => {
      toast(t('Next step for {name} saved.', { name: fullName(whom) }))
      void changed()
      onClose()
    },
    onError: fail,
  })
  const { nextStep, nextOn, source } = draft
  const save = () =>
    change.mutate({
      centerId,
      studentId: whom.id,
      nextStep,
      nextOn: nextOn || null,
      source,
      ifMatch: base.version,
    })
  return (
    <EditSheet
      title={t('Next step for {name}', { name: fullName(whom) })}
      save={t('Save')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={t('Next step')}
        hint={t('For example, call the parents about times. Leave empty if there is nothing to do.')}
        required={false}
        maxLength={200}
        value={nextStep}
        onChange={(text) => set({ nextStep: text })}
        data-autofocus
      />
      <DayField label={t('Date')} required={false} value={nextOn} onChange={(day) => set({ nextOn: day })} />
      <SourceField value={source} onChange={(text) => set({ source: text })} />
    </EditSheet>
  )
}
