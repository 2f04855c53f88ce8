import { dateInWords, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { type Credit, credits } from './api.ts'
import { creditWords } from './credit-state.ts'

const draftOf = ({ expiresOn }: Credit) => ({ expiresOn })
const words = { expiresOn: ['Make up by', dateInWords] } as const

type ExtendSheetProps = {
  centerId: string
  credit: Credit
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Sheet for changing the last day on which a credit can be used. */
export function ExtendSheet({ centerId, credit, onDone, onClose }: ExtendSheetProps) {
  const { draft, set, base, error, fail, differences } = useEdit(credit, {
    draftOf,
    words,
    facts: { State: creditWords },
  })
  const change = useSend(credits.change, {
    onSuccess: (after) => {
      toast(t('Make up by {day}.', { day: dayInWords(after.expiresOn) }))
      void onDone()
      onClose()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={t('Last day to use the credit')}
      save={t('Save')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={() => change.mutate({ centerId, creditId: base._id, ...draft, ifMatch: base.version })}
      onClose={onClose}
    >
      <DayField
        label={t('Make up by')}
        value={draft.expiresOn}
        onChange={(expiresOn) => set({ expiresOn })}
        autoFocus
      />
    </EditSheet>
  )
}
