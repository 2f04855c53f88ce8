import { Select } from '@mantine/core'
import { useState } from 'react'
import { longest, plain } from '#shared/text.ts'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { chosenCenter } from '#web/center.ts'
import { useMe } from '#web/session.tsx'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { snack } from '#web/snack.tsx'
import { useEdit } from '#web/use-edit.ts'
import { devices, type Device, type DeviceWithKey } from './api.ts'

type AddSheetProps = { centers: string[]; onAdded: (device: DeviceWithKey) => void; onClose: () => void }

/** Adds a device to a centre; its key comes back with it. */
export function AddSheet({ centers, onAdded, onClose }: AddSheetProps) {
  const chosen = chosenCenter(useMe())
  const [name, setName] = useState('')
  const [centerId, setCenterId] = useState(chosen && centers.includes(chosen) ? chosen : (centers[0] ?? ''))
  const [error, setError] = useState<Error | null>(null)
  const add = useSend(devices.create, { onSuccess: onAdded, onError: setError })
  return (
    <EditSheet
      title="Add device"
      save="Make its key"
      busy={add.isPending}
      error={error}
      onSave={() => add.mutate({ centerId, name })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="What people call it, such as Room 3."
        value={name}
        onChange={setName}
        maxLength={longest.name}
        required
        data-autofocus
      />
      {centers.length > 1 && (
        <Select
          label="Centre"
          data={centers}
          value={centerId}
          onChange={(to) => to && setCenterId(to)}
          searchable={centers.length > 7}
          allowDeselect={false}
        />
      )}
    </EditSheet>
  )
}

/** Gives a device another name. */
export function RenameSheet({ device, onRenamed, onClose }: { device: Device; onRenamed: () => void; onClose: () => void }) {
  const { draft, set, seen, error, fail, differences } = useEdit(device, {
    draftOf: (stored) => ({ name: plain(stored.name) }),
    words: { name: 'Name' },
  })
  const rename = useSend(devices.change, {
    onSuccess: () => {
      snack('Renamed.')
      onRenamed()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title="Rename device"
      save="Save"
      busy={rename.isPending}
      error={error}
      differences={differences}
      onSave={() => rename.mutate({ id: device._id, ...draft, ifMatch: seen.version })}
      onClose={onClose}
    >
      <TextField label="Name" value={draft.name} onChange={(name) => set({ name })} maxLength={longest.name} required data-autofocus />
    </EditSheet>
  )
}
