import { CircleCheck } from 'lucide-react'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import type { Device, DeviceWithKey } from './api.ts'
import { minutesLeft, spellKey } from './rules.ts'
import style from './KeyDialog.module.css'

type KeyDialogProps = {
  /** As it was answered, with its key. */
  issued: DeviceWithKey
  /** As the list has it now. */
  device: Device | undefined
  /** In ms. */
  now: number
  onClose: () => void
}

/** The key, shown this once; it turns into a good end as soon as the device is in use. */
export function KeyDialog({ issued, device, now, onClose }: KeyDialogProps) {
  const { key, keyExpiresAt, name, version } = issued
  const used = device !== undefined && device.state === 'active' && device.version > version
  const left = keyExpiresAt ? minutesLeft(keyExpiresAt, now) : 0
  return (
    <Dialog
      open
      title={used ? `${plain(name)} is ready` : `Key for ${plain(name)}`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {used ? 'Done' : 'Close'}
        </Button>
      }
    >
      <output className={style.ready}>
        {used && (
          <>
            <CircleCheck aria-hidden /> It was activated in {device.browser} and shows today’s classes.
          </>
        )}
      </output>
      {!used && key && (
        <>
          <p>
            Open <strong>{`${location.host}/activate`}</strong> on the device and type:
          </p>
          <p className={style.key} data-old={left === 0 || undefined}>
            {spellKey(key)}
          </p>
          {left > 0 && (
            <>
              <p className={style.or}>or scan this with its camera:</p>
              <QrCode text={`${location.origin}/activate#key=${key}`} label="The same key for a camera" />
            </>
          )}
          <p className={style.left} data-figures>
            {left === 0 ? 'This key has expired. Make a new one.' : `It works once, for ${left} more ${left === 1 ? 'minute' : 'minutes'}.`}
          </p>
          <p>It is shown only now. If it gets lost, make a new one in the device’s menu.</p>
        </>
      )}
      {!used && !key && (
        <p>This was done before, but the answer got lost on its way, and a key is told only once. Make a new one in the device’s menu.</p>
      )}
    </Dialog>
  )
}
