import { ImagePlus } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Center } from '#features/centers/api.ts'
import { visualTypes } from '#features/material/visuals/picture-limits.ts'
import { useCenterChange } from '#features/schedule/center-settings/use-center-change.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useSend } from '#web/api.ts'
import { base64Of } from '#web/base64-of.ts'
import { toast } from '#web/toast.tsx'
import { looks } from './api.ts'
import style from './Look.module.css'

const maxBytes = 1024 * 1024

/** A center's logo, with buttons to choose another one and to remove it. */
export function LogoField({ center: { _id: centerId, logo, archivedAt } }: { center: Center }) {
  const chooser = useRef<HTMLInputElement>(null)
  const id = useId()
  const changed = useCenterChange()
  const saved = (words: string) => () => {
    changed()
    toast(words)
  }
  const put = useSend(looks.putLogo, { onSuccess: saved(t('Logo saved.')) })
  const drop = useSend(looks.dropLogo, { onSuccess: saved(t('Logo removed.')) })
  async function choose(file: File | undefined) {
    if (!file) return
    if (file.size > maxBytes) return toast(t('A logo can be up to 1 MiB.'), 'error')
    const data = await base64Of(file).catch(() => null)
    if (data === null) return toast(t('This file can’t be read.'), 'error')
    put.mutate({ centerId, name: file.name, data })
  }
  return (
    <div className="cluster middle gap-4">
      {logo && (
        <img
          className={style.logo}
          src={`/api/centers/${encodeURIComponent(centerId)}/logos/${logo}`}
          alt={t('Logo of {centerId}', { centerId })}
        />
      )}
      {archivedAt === null && (
        <div className="cluster gap-2">
          <label htmlFor={id} className="visually-hidden">
            {t('Logo file')}
          </label>
          <input
            id={id}
            ref={chooser}
            type="file"
            tabIndex={-1}
            accept={visualTypes}
            className="visually-hidden"
            onChange={({ target }) => {
              void choose(target.files?.[0])
              target.value = ''
            }}
          />
          <Button
            icon={<ImagePlus aria-hidden />}
            busy={put.isPending}
            onClick={() => chooser.current?.click()}
          >
            {t(logo ? 'Replace logo' : 'Add a logo')}
          </Button>
          {logo && (
            <Button kind="quiet" busy={drop.isPending} onClick={() => drop.mutate({ centerId })}>
              {t('Remove logo')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
