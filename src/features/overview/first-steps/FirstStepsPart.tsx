import type { Center } from '#features/centers/api.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { useCenterChange } from '#features/schedule/center-settings/use-center-change.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'

/** Shows whether a center's dashboard lists the first steps, and turns them on or off. */
export function FirstStepsPart({
  center: { _id: centerId, firstSteps, archivedAt, version },
}: {
  center: Center
}) {
  const changed = useCenterChange()
  const send = useSend(settings.change, {
    onSuccess: (after) => {
      changed(after)
      toast(after.firstSteps ? t('The dashboard now shows the first steps.') : t('First steps are hidden.'))
    },
  })
  const toggle = () => send.mutate({ centerId, firstSteps: !firstSteps, ifMatch: version })
  return (
    <div className="stack gap-3">
      <p className="quiet">
        {firstSteps
          ? t(
              'Until everything is done, the dashboard shows managers and admins what still needs to be set up.',
            )
          : t('The dashboard doesn’t show what still needs to be set up.')}
      </p>
      {archivedAt === null && (
        <div>
          <Button busy={send.isPending} onClick={toggle}>
            {firstSteps ? t('Hide first steps') : t('Show first steps')}
          </Button>
        </div>
      )}
    </div>
  )
}
