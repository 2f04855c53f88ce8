import type { Hint } from '#features/material/hints/api.ts'
import { counted, longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { RestoredInput } from '../editing/RestoredInput.tsx'
import { StepsForm } from './StepsForm.tsx'
import { useHint } from './use-hint.ts'

type HintSheetProps = {
  hint: Hint | null
  /** Name under which unsaved input is stored. */
  draftName: string
  onStored: (hint: Hint) => void
  onClose: () => void
}

/** Form to write or change a hint while editing its question. */
export function HintSheet({ hint, draftName, onStored, onClose }: HintSheetProps) {
  const state = useHint(hint, draftName)
  const { draft, set, faults, error, differences, isBusy, store } = state
  const save = async () => {
    const stored = await store()
    if (!stored) return
    state.forget()
    onStored(stored)
  }
  return (
    <EditSheet
      title={t(hint ? 'Edit hint' : 'New hint')}
      save={t('Save hint')}
      busy={isBusy}
      error={error}
      differences={differences}
      begun={state.isRestored}
      onSave={() => void save()}
      onClose={() => {
        state.forget()
        onClose()
      }}
    >
      <RestoredInput state={state} />
      {hint && hint.questions > 1 && (
        <p className="quiet">
          {t('{questions} use this hint. Your changes apply to all of them.', {
            questions: counted(hint.questions, 'question'),
          })}
        </p>
      )}
      <StepsForm steps={draft.steps} faults={faults} onChange={(steps) => set({ steps })} />
      <TextField
        label={t('Name')}
        required={false}
        hint={t('A hint with a name can be shared with other questions.')}
        maxLength={longest.name}
        value={draft.name}
        onChange={(name) => set({ name })}
      />
    </EditSheet>
  )
}
