import { useQueryClient } from '@tanstack/react-query'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { longest } from '#shared/text.ts'
import { Segments } from '#ui/Segments.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { people, type StaffMember } from './api.ts'
import { types } from './staff-words.ts'

type TeacherSheetProps = { centerId: string; member: StaffMember; onClose: () => void }

const form = () => ({
  draftOf: ({ firstName, lastName, type }: StaffMember) => ({ firstName, lastName, type }),
  words: { firstName: t('First name'), lastName: t('Last name'), type: t('Type') },
})

/**
 * Edits a teacher or assistant. A person with an account changes their names in their own profile instead.
 */
export function TeacherSheet({ centerId, member, onClose }: TeacherSheetProps) {
  const queries = useQueryClient()
  const { draft, set, base, error, fail, differences } = useEdit(member, form())
  const send = useSend(people.changeMember, {
    onSuccess: ({ firstName }) => {
      void queries.invalidateQueries({ queryKey: [people.staff.path] })
      toast(t('Saved {firstName}.', { firstName }))
      onClose()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={fullName(base)}
      save={t('Save')}
      busy={send.isPending}
      error={error}
      differences={differences}
      onSave={() => send.mutate({ centerId, personId: base._id, ...draft, ifMatch: base.version })}
      onClose={onClose}
    >
      {base.role ? (
        <p className="quiet">
          {t(
            'This person has an account. Only an admin or the person, in their own profile, can change the name.',
          )}
        </p>
      ) : (
        <>
          <TextField
            label={t('First name')}
            value={draft.firstName}
            onChange={(firstName) => set({ firstName })}
            maxLength={longest.name}
            data-autofocus
          />
          <TextField
            label={t('Last name')}
            value={draft.lastName}
            onChange={(lastName) => set({ lastName })}
            maxLength={longest.name}
            required={false}
          />
        </>
      )}
      <Segments
        label={t('Permanent or substitute')}
        segments={types.map((each) => ({ ...each, label: t(each.label) }))}
        value={draft.type}
        onChange={(type) => set({ type })}
      />
    </EditSheet>
  )
}
