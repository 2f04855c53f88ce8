import type { Center } from '#features/centers/api.ts'
import { centerLabels as labels } from '#features/centers/fields.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { useCenterChange } from '#features/schedule/center-settings/use-center-change.ts'
import { readableOn } from '#shared/contrast.ts'
import { hoursInWords } from '#shared/opening-hours.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { HoursFields } from './HoursFields.tsx'

const look = {
  draftOf: ({ color, openingHours }: Center) => ({ color, openingHours }),
  words: {
    color: labels.color,
    openingHours: [labels.openingHours, (hours: string[]) => hoursInWords(hours)],
  },
} as const

/** Sheet for the color and opening hours of a center's emails. */
export function LookSheet({ center, onClose }: { center: Center; onClose: () => void }) {
  const { draft, set, base, error, fail, differences } = useEdit(center, look)
  const changed = useCenterChange()
  const send = useSend(settings.change, {
    onSuccess: (saved) => {
      changed(saved)
      toast(t('Settings saved.'))
      onClose()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={t('Email')}
      save={t('Save')}
      busy={send.isPending}
      error={error}
      differences={differences}
      onSave={() => send.mutate({ centerId: base._id, ...draft, ifMatch: base.version })}
      onClose={onClose}
    >
      <ColorField color={draft.color} onChange={(color) => set({ color })} />
      <HoursFields hours={draft.openingHours} onChange={(openingHours) => set({ openingHours })} />
    </EditSheet>
  )
}

const shown = '#0f766e'

/**
 * Color picker. Shows a note if text gets a darker shade because the chosen color would be hard to read on
 * white.
 */
function ColorField({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  const shade = color ? readableOn('#ffffff', color) : ''
  const hint =
    shade === color
      ? t('Used for headings, links and buttons.')
      : t('Text on white uses the darker {shade}, which is easier to read.', { shade })
  return (
    <div className="stack gap-2">
      <Field label={t(labels.color)} hint={hint} required={false}>
        {(wiring) => (
          <input
            {...wiring}
            type="color"
            value={color || shown}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      {color !== '' && (
        <div>
          <Button kind="quiet" onClick={() => onChange('')}>
            {t('Use Blended Learning’s color')}
          </Button>
        </div>
      )}
    </div>
  )
}
