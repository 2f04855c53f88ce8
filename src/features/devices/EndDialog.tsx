import { useState } from 'react'
import type { Clock } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Versions } from '#ui/Versions.tsx'
import { useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useEdit } from '#web/use-edit.ts'
import { devices, type Device, type DeviceWithKey } from './api.ts'

const stateWords = { pending: 'Waiting for activation', active: 'In use', revoked: 'Revoked' } as const
const deviceFacts = ({ moment }: Clock) => ({
  Name: ({ name }: Device) => name,
  State: ({ state }: Device) => t(stateWords[state]),
  'Key expires': ({ keyExpiresAt }: Device) => (keyExpiresAt ? moment(keyExpiresAt) : ''),
})

type EndDialogProps = { device: Device; onRefused: () => void; onClose: () => void }

/** Asks for confirmation before a device's session ends and a new key is created. */
export function ReissueDialog({
  device,
  onIssued,
  onRefused,
  onClose,
}: EndDialogProps & { onIssued: (device: DeviceWithKey) => void }) {
  const facts = deviceFacts(useClock(device.centerId))
  const { base, error, fail, differences } = useEdit(device, { draftOf: () => ({}), words: null, facts })
  // If someone else has changed the device, shows the changes instead of an error, because the user may still
  // want a new key.
  const refusal = error && !differences ? sentenceFor(error) : null
  const reissue = useSend(devices.change, {
    onSuccess: onIssued,
    onError: (failure) => {
      fail(failure)
      onRefused()
    },
  })
  return (
    <Dialog
      open
      title={t('New key for {device}?', { device: device.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind="primary"
            busy={reissue.isPending}
            reason={refusal}
            onClick={() => reissue.mutate({ id: device._id, reissue: true, ifMatch: base.version })}
          >
            {t('Create new key')}
          </Button>
        </>
      }
    >
      {error && <p role="alert">{sentenceFor(error)}</p>}
      <Versions differences={differences} />
      {!refusal && (
        <p>
          {t(
            base.state === 'active'
              ? 'Anyone using it now will be logged out right away, even in the middle of a class. Use the new key on this device or on its replacement.'
              : 'The previous key will stop working.',
          )}
        </p>
      )}
    </Dialog>
  )
}

/**
 * Asks for confirmation before a device is revoked. Sends no version, so that a stolen device can be revoked
 * even if somebody else has just changed it.
 */
export function RevokeDialog({
  device,
  onRevoked,
  onRefused,
  onClose,
}: EndDialogProps & { onRevoked: () => void }) {
  const [error, setError] = useState<Error | null>(null)
  const revoke = useSend(devices.revoke, {
    onSuccess: () => {
      toast(t('{device} revoked.', { device: device.name }))
      onRevoked()
    },
    onError: (failure) => {
      setError(failure)
      onRefused()
    },
  })
  return (
    <ConfirmDialog
      title={t('Revoke {device}?', { device: device.name })}
      action={t('Revoke')}
      busy={revoke.isPending}
      error={error}
      onConfirm={() => revoke.mutate({ id: device._id })}
      onClose={onClose}
    >
      {t(
        device.state === 'active'
          ? 'It will be logged out right away, even in the middle of a class.'
          : 'Its key will stop working.',
      )}{' '}
      {t('You can’t undo this. To use the device again, add it as a new one. Work done on it is kept.')}
    </ConfirmDialog>
  )
}
