import { ImageOff } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { visuals } from '#features/material/visuals/api.ts'
import { visualTypes } from '#features/material/visuals/picture-limits.ts'
import type { Draft } from '../api.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { TextField } from '#ui/TextField.tsx'
import { fileAddress } from '#web/api.ts'
import { usePictureUpload } from './use-picture-upload.ts'
import style from './VisualField.module.css'

type VisualFieldProps = {
  visual: Draft['visual']
  onChange: (visual: Draft['visual']) => void
  error: string | null
}

/**
 * Picture of a question, with its text alternative. It can be chosen, dropped, or pasted anywhere on the
 * page.
 */
export function VisualField({ visual, onChange, error }: VisualFieldProps) {
  const { problem, isBusy, take } = usePictureUpload(({ image }) =>
    onChange({ image, alt: visual?.alt ?? '' }),
  )
  usePasted(take)
  return (
    <Field label={t('Picture')} required={false} error={problem ?? error}>
      {({ id }) => (
        <div className={`${style.visual} stack top gap-2`} id={id}>
          {visual && (
            <>
              <img
                className={style.picture}
                src={fileAddress(visuals.image, { image: visual.image })}
                alt={visual.alt}
              />
              <TextField
                label={t('What the picture shows')}
                hint={t('Read aloud to students who can’t see it.')}
                maxLength={500}
                value={visual.alt}
                onChange={(alt) => onChange({ ...visual, alt })}
              />
              <Button icon={<ImageOff aria-hidden />} onClick={() => onChange(null)}>
                {t('Remove picture')}
              </Button>
            </>
          )}
          <FileDrop
            label={t('Picture of the question')}
            hint={t('Drop or paste a picture')}
            chosen={null}
            accept={visualTypes}
            busy={isBusy}
            onFile={take}
          />
        </div>
      )}
    </Field>
  )
}

/** Listens for a picture that is pasted anywhere on the page. */
function usePasted(take: (file: File) => void) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!file) return
    event.preventDefault()
    take(file)
  })
  useEffect(() => {
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [])
}
