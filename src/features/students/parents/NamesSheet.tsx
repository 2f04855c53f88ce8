import { useState } from 'react'
import { longest, plain } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { currentOf, EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { parents, type ParentRecord } from './api.ts'
import { useParentChange } from './use-parent-change.ts'

type NamesSheetProps = { centerId: string; parent: ParentRecord; onClose: () => void }

/** Changes a parent's name, and the e-mail address as long as nobody signs in with it. */
export function NamesSheet({ centerId, parent, onClose }: NamesSheetProps) {
  const [draft, setDraft] = useState({ firstName: plain(parent.firstName), lastName: plain(parent.lastName), email: parent.email })
  const [error, setError] = useState<Error | null>(null)
  const changed = useParentChange()
  const change = useSend(parents.change, {
    onSuccess: () => {
      snack('The parent is saved.')
      void changed()
      onClose()
    },
    onError: setError,
  })
  const now = currentOf<ParentRecord>(error)
  const set = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const inUse = parent.account === 'active' || parent.account === 'closed'
  const save = () =>
    change.mutate({
      ...draft,
      email: inUse ? undefined : draft.email,
      centerId,
      parentId: parent._id,
      ifMatch: (now ?? parent).version,
    })
  return (
    <EditSheet title="Change parent" save="Save" busy={change.isPending} error={error} onSave={save} onClose={onClose}>
      <TextField
        label="First name"
        value={draft.firstName}
        onChange={(firstName) => set({ firstName })}
        maxLength={longest.name}
        data-autofocus
      />
      <TextField
        label="Last name"
        value={draft.lastName}
        onChange={(lastName) => set({ lastName })}
        maxLength={longest.name}
        required={false}
      />
      <TextField
        label="E-mail"
        type="email"
        value={draft.email}
        onChange={(email) => set({ email })}
        maxLength={254}
        readOnly={inUse}
        hint={
          inUse
            ? 'This account is in use or closed, so only an admin can change its e-mail address.'
            : 'An invitation that is under way becomes void.'
        }
      />
      {now && (
        <p>
          It now reads: <strong>{plain(`${now.firstName} ${now.lastName}`.trim())}</strong>, {now.email}. Saving again replaces that.
        </p>
      )}
    </EditSheet>
  )
}
