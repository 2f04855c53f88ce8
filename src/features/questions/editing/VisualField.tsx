import { ImageOff } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { visuals } from '#features/material/visuals/api.ts'
import { visualLimits, visualTypes } from '#features/material/visuals/picture-limits.ts'
import type { Draft } from '#features/questions/api.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { TextField } from '#ui/TextField.tsx'
import { fileAddress, useSend } from '#web/api.ts'
import { base64Of } from '#web/base64-of.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
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
  const [problem, setProblem] = useState<string | null>(null)
  const send = useSend(visuals.add, {
    onSuccess: ({ image }) => onChange({ image, alt: visual?.alt ?? '' }),
    onError: (failure) => setProblem(sentenceFor(failure)),
  })
  const take = async (file: File) => {
    setProblem(null)
    if (file.size > visualLimits.bytes) return setProblem(t('Pictures can be up to 5 MiB.'))
    const data = await base64Of(file).catch(() => null)
    if (data === null) return setProblem(t('This file can’t be read.'))
    send.mutate({ name: file.name, data })
  }
  usePasted((file) => void take(file))
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
            busy={send.isPending}
            onFile={(file) => void take(file)}
          />
        </div>
      )}
    </Field>
  )
}

/** Listens for a picture that is pasted anywhere on the page. */
function usePasted(take: (file: File) => void) {
  const hear = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!file) return
    event.preventDefault()
    take(file)
  })
  useEffect(() => {
    window.addEventListener('paste', hear)
    return () => window.removeEventListener('paste', hear)
  }, [])
}
