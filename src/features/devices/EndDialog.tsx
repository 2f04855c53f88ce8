import { useState } from 'react'
import type { Clock } from '#shared/day-text.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Versions } from '#ui/Versions.tsx'
import { useSend } from '#web/api.ts'
import { useClock } from '#web/clock.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useEdit } from '#web/use-edit.ts'
import { devices, type Device, type DeviceWithKey } from './api.ts'

const stateWords = { pending: 'Waits for its key', active: 'In use', revoked: 'Revoked' } as const
const deviceFacts = ({ moment }: Clock) => ({
  Name: ({ name }: Device) => plain(name),
  State: ({ state }: Device) => stateWords[state],
  'Key until': ({ keyExpiresAt }: Device) => (keyExpiresAt ? moment(keyExpiresAt) : ''),
})

type EndDialogProps = { device: Device; onRefused: () => void; onClose: () => void }

/** Asks before a device's session ends for a new key. */
export function ReissueDialog({ device, onIssued, onRefused, onClose }: EndDialogProps & { onIssued: (device: DeviceWithKey) => void }) {
  const facts = deviceFacts(useClock(device.centerId))
  const { seen, error, fail, differences } = useEdit(device, { draftOf: () => ({}), words: null, facts })
  // What somebody else has done to the device is to be known; a new key may still be meant.
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
      title={`New key for ${plain(device.name)}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            busy={reissue.isPending}
            reason={refusal}
            onClick={() => reissue.mutate({ id: device._id, reissue: true, ifMatch: seen.version })}
          >
            Make a new key
          </Button>
        </>
      }
    >
      {error && <p role="alert">{sentenceFor(error)}</p>}
      <Versions differences={differences} />
      {!refusal && (
        <p>
          {seen.state === 'active'
            ? 'Whoever works on it now is signed out at once, in the middle of a class too. The device, or another one in its place, goes on with the new key.'
            : 'The key that was shown before stops working.'}
        </p>
      )}
    </Dialog>
  )
}

/** Asks before a device is revoked. It goes by the device, not by its version: what was stolen is locked whatever happened meanwhile. */
export function RevokeDialog({ device, onRevoked, onRefused, onClose }: EndDialogProps & { onRevoked: () => void }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const revoke = useSend(devices.revoke, {
    onSuccess: () => {
      toast(`${plain(device.name)} is revoked.`)
      onRevoked()
    },
    onError: (error) => {
      setRefusal(sentenceFor(error))
      onRefused()
    },
  })
  return (
    <Dialog
      open
      title={`Revoke ${plain(device.name)}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" busy={revoke.isPending} reason={refusal} onClick={() => revoke.mutate({ id: device._id })}>
            Revoke
          </Button>
        </>
      }
    >
      {refusal ? (
        <p role="alert">{refusal}</p>
      ) : (
        <p>
          {device.state === 'active' ? 'It is signed out at once, in the middle of a class too.' : 'Its key stops working.'} This can’t be
          undone: to use the device again it is added anew. What was done on it stays.
        </p>
      )}
    </Dialog>
  )
}
