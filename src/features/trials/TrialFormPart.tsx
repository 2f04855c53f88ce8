import type { Center } from '#features/centers/api.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { useCenterChange } from '#features/schedule/center-settings/use-center-change.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { useSend } from '#web/api.ts'
import { CopyField } from '#web/shell/CopyField.tsx'
import { toast } from '#web/toast.tsx'
import style from './TrialFormPart.module.css'

/** Switches the public trial form of a center on or off, and shows how to share it. */
export function TrialFormPart({
  center: { _id: centerId, trialForm, archivedAt, version },
}: {
  center: Center
}) {
  const changed = useCenterChange()
  const send = useSend(settings.change, {
    onSuccess: (after) => {
      changed(after)
      toast(t(after.trialForm ? 'The trial form is on.' : 'The trial form is off.'))
    },
  })
  const toggle = () => send.mutate({ centerId, trialForm: !trialForm, ifMatch: version })
  return (
    <div className="stack gap-3">
      <p className="quiet">
        {t(
          trialForm
            ? 'Anyone can request a trial class here. Once they confirm by email, they appear on the prospect board with their seat booked.'
            : 'Families can request a trial class on a public page, for your website or a poster. It shows your phone number and which classes have open seats.',
        )}
      </p>
      {trialForm && <Links centerId={centerId} />}
      {archivedAt === null && (
        <div>
          <Button kind={trialForm ? 'secondary' : 'primary'} busy={send.isPending} onClick={toggle}>
            {t(trialForm ? 'Turn off' : 'Turn on')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Links({ centerId }: { centerId: string }) {
  const address = `${location.origin}/trial/${encodeURIComponent(centerId)}`
  // A center's name may have an apostrophe, but neither quotes nor angle brackets, so it needs no escaping
  // here.
  const frame = `<iframe src="${address}" title="Trial class at ${centerId}" style="width: 100%; height: 80rem; border: 0"></iframe>`
  return (
    <div className={`${style.links} grid gap-4`}>
      <div className="stack gap-3">
        <CopyField label={t('Link')} text={address} />
        <CopyField label={t('Code for your website')} text={frame} />
        <a href={address} target="_blank" rel="noreferrer" className="inline-row middle target">
          {t('Open the form')}
        </a>
      </div>
      <QrCode text={address} label={t('QR code for the same link')} />
    </div>
  )
}
