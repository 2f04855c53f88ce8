import { CircleCheck } from 'lucide-react'
import { translateBrowser } from '#features/accounts/sessions/browser-words.ts'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import type { Device, DeviceWithKey } from './api.ts'
import { minutesLeft, spellKey } from './rules.ts'
import style from './KeyDialog.module.css'

type KeyDialogProps = {
  /** Device from the response, with its key. */
  issued: DeviceWithKey
  /** Current state of the device in the list. */
  device: Device | undefined
  /** Current time in ms. */
  now: number
  onClose: () => void
}

/** Shows a key once, and a success message as soon as the device is activated. */
export function KeyDialog({ issued, device, now, onClose }: KeyDialogProps) {
  const { key, keyExpiresAt, name, version } = issued
  const used = device !== undefined && device.state === 'active' && device.version > version
  const left = keyExpiresAt ? minutesLeft(keyExpiresAt, now) : 0
  return (
    <Dialog
      open
      title={used ? t('{name} is ready', { name }) : t('Key for {name}', { name })}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t(used ? 'Done' : 'Close')}
        </Button>
      }
    >
      <output className={`${style.ready} row gap-2`}>
        {used && (
          <>
            <CircleCheck aria-hidden />{' '}
            {t('Activated in {browser}. It now shows today’s classes.', {
              browser: translateBrowser(device.browser ?? ''),
            })}
          </>
        )}
      </output>
      {!used && key && (
        <>
          <p>
            <Sentence
              text="Open {value} on the device and type:"
              value={<strong>{`${location.host}/activate`}</strong>}
            />
          </p>
          <p className={`${style.key} nowrap text-center ink rounded`} data-old={left === 0 || undefined}>
            {spellKey(key)}
          </p>
          {left > 0 && (
            <>
              <p className={style.or}>{t('or scan this with its camera:')}</p>
              <QrCode text={`${location.origin}/activate#key=${key}`} label={t('QR code for the same key')} />
            </>
          )}
          <p className={`${style.left} quiet text-center`} data-figures>
            {left === 0
              ? t('This key has expired. Create a new one.')
              : left === 1
                ? t('It works once and expires in 1 minute.')
                : t('It works once and expires in {left} minutes.', { left })}
          </p>
          <p>{t('It won’t be shown again. If you lose it, create a new one in the device’s menu.')}</p>
        </>
      )}
      {!used && !key && (
        <p>
          {t(
            'The key was created but didn’t reach this page, and keys are shown only once. Create a new one in the device’s menu.',
          )}
        </p>
      )}
    </Dialog>
  )
}
