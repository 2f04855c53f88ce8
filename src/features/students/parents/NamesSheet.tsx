import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { LanguageField, languageWord } from '../LanguageField.tsx'
import { parents, type ParentRecord } from './api.ts'
import { parentLabels } from './fields.ts'
import { useParentChange } from './use-parent-change.ts'

const draftOf = ({ firstName, lastName, email, language }: ParentRecord) => ({
  firstName,
  lastName,
  email,
  language,
})

const words = { ...parentLabels, language: ['Language', languageWord] } as const

type NamesSheetProps = { centerId: string; parent: ParentRecord; onClose: () => void }

/**
 * Sheet for editing a parent's name and language, and the email address until the parent signs in with it.
 */
export function NamesSheet({ centerId, parent, onClose }: NamesSheetProps) {
  const { draft, set, base, error, fail, differences } = useEdit(parent, { draftOf, words })
  const changed = useParentChange()
  const change = useSend(parents.change, {
    onSuccess: () => {
      toast(t('Parent saved.'))
      void changed()
      onClose()
    },
    onError: fail,
  })
  const inUse = base.account === 'active' || base.account === 'closed'
  const save = () =>
    change.mutate({
      ...draft,
      email: inUse ? undefined : draft.email || undefined,
      centerId,
      parentId: parent._id,
      ifMatch: base.version,
    })
  return (
    <EditSheet
      title={t('Edit parent')}
      save={t('Save')}
      busy={change.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={t(parentLabels.firstName)}
        value={draft.firstName}
        onChange={(firstName) => set({ firstName })}
        maxLength={longest.name}
        data-autofocus
      />
      <TextField
        label={t(parentLabels.lastName)}
        value={draft.lastName}
        onChange={(lastName) => set({ lastName })}
        maxLength={longest.name}
        required={false}
      />
      <TextField
        label={t(parentLabels.email)}
        type="email"
        value={draft.email}
        onChange={(email) => set({ email })}
        maxLength={254}
        required={base.email !== ''}
        readOnly={inUse}
        hint={
          inUse
            ? t('This account is in use or closed, so only an admin can change its email address.')
            : t(base.email === '' ? 'Needed to log in.' : 'Changing it cancels a pending invitation.')
        }
      />
      <LanguageField
        value={draft.language}
        onChange={(language) => set({ language })}
        disabled={base.account === 'active' && base.language !== null}
      />
    </EditSheet>
  )
}
