import { useState } from 'react'
import type { Center } from '#features/centers/api.ts'
import { pinDigits } from '#features/centers/rules.ts'
import { longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { chosenCenter } from '#web/center.ts'
import { useMe } from '#web/session.tsx'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { devices, type Device, type DeviceWithKey } from './api.ts'

type AddSheetProps = { centers: Center[]; onAdded: (device: DeviceWithKey) => void; onClose: () => void }

/** Sheet for adding a device to a center. For a center's first device, also sets the classroom PIN. */
export function AddSheet({ centers, onAdded, onClose }: AddSheetProps) {
  const chosen = chosenCenter(useMe())
  const [name, setName] = useState('')
  const [pin, setPin] = useState('')
  const names = centers.map(({ _id }) => _id)
  const [centerId, setCenterId] = useState(chosen && names.includes(chosen) ? chosen : (names[0] ?? ''))
  const pinDue = centers.some(({ _id, classroomPinDue }) => _id === centerId && classroomPinDue)
  const [error, setError] = useState<Error | null>(null)
  const add = useSend(devices.create, { onSuccess: onAdded, onError: setError })
  return (
    <EditSheet
      title={t('Add device')}
      save={t('Create key')}
      busy={add.isPending}
      error={error}
      onSave={() => add.mutate({ centerId, name, ...(pinDue && { classroomPin: pin }) })}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        hint={t('For example, Room 3.')}
        value={name}
        onChange={setName}
        maxLength={longest.name}
        required
        data-autofocus
      />
      {centers.length > 1 && (
        <SearchSelect
          label={t('Center')}
          data={names}
          value={centerId}
          onChange={(to) => to && setCenterId(to)}
          searchable={centers.length > 7}
          nothingFound={t('No matching center')}
        />
      )}
      {pinDue && (
        <TextField
          {...pinDigits}
          label={t('Classroom PIN')}
          hint={t(
            'Choose 4 to 6 digits for all tablets at this center and give them to your teachers and assistants, who enter them before they start. Students don’t need them.',
          )}
          value={pin}
          onChange={setPin}
          required
        />
      )}
    </EditSheet>
  )
}

export function RenameSheet({
  device,
  onRenamed,
  onClose,
}: {
  device: Device
  onRenamed: () => void
  onClose: () => void
}) {
  const { draft, set, base, error, fail, differences } = useEdit(device, {
    draftOf: (stored) => ({ name: stored.name }),
    words: { name: t('Name') },
  })
  const rename = useSend(devices.change, {
    onSuccess: () => {
      toast(t('Renamed.'))
      onRenamed()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={t('Rename device')}
      save={t('Save')}
      busy={rename.isPending}
      error={error}
      differences={differences}
      onSave={() => rename.mutate({ id: device._id, ...draft, ifMatch: base.version })}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        value={draft.name}
        onChange={(name) => set({ name })}
        maxLength={longest.name}
        required
        data-autofocus
      />
    </EditSheet>
  )
}
