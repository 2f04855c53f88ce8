import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's staff pages. */
export const esStaff: Catalog = {
  'Emails sent to families automatically. Each is sent once, between 8 AM and 8 PM. Parents can turn off any type of email.':
    'Correos que se envían a las familias automáticamente, una vez, entre las 8 AM y las 8 PM. Cada padre o madre puede desactivar cada tipo.',
  'the automatic messages': 'los mensajes automáticos',
  '{kind}: on.': '{kind}: activado.',
  '{kind}: off.': '{kind}: desactivado.',
  '{description} {messages} in the last 30 days.': '{description} {messages} en los últimos 30 días.',
  'Show the text': 'Mostrar el texto',
  'Before a class': 'Antes de una clase',
  'The day before, to families of everyone expected in a class.':
    'El día anterior, a las familias de todos los que se esperan en una clase.',
  'Sent the day before at': 'Se envía el día anterior a las',
  'Absent without notice': 'Falta sin aviso',
  'Within minutes of a child being marked absent, unless the family told you beforehand.':
    'Minutos después de marcar una falta, si la familia no había avisado.',
  'Class canceled or moved': 'Clase cancelada o cambiada',
  'When a class is canceled for a day, or when its weekday or time changes within the next two weeks.':
    'Cuando se cancela una clase de un día, o su día u hora cambia en las próximas dos semanas.',
  'Make-up about to expire': 'Recuperación por vencer',
  'Once for each credit that is still unused.': 'Una vez por cada recuperación sin usar.',
  'Days before it expires': 'Días antes de que venza',
  'Homework overdue': 'Tarea atrasada',
  'Once for each homework assignment that hasn’t been handed in.': 'Una vez por cada tarea sin entregar.',
  'Days after it was due': 'Días después de la fecha',
  'Report ready': 'Informe listo',
  'When an assessment is returned and its report can be read.':
    'Cuando se devuelve una evaluación y se puede leer su informe.',
  'Invoice due soon': 'Factura por vencer',
  'Once for each invoice that isn’t paid in full, to the parent who pays.':
    'Una vez por cada factura sin pagar del todo, a quien paga.',
  'Days before it is due': 'Días antes del vencimiento',
  'Every Saturday, to families of children who had a class or finished work that week.':
    'Cada sábado, a las familias de quienes tuvieron clase o terminaron trabajos esa semana.',
  'Sent on Saturdays at': 'Se envía los sábados a las',
  'This message doesn’t have this setting.': 'Este mensaje no tiene este ajuste.',
  '{label}: choose {min} to {max}.': '{label}: elija de {min} a {max}.',
}
