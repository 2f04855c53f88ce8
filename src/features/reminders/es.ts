import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages and messages. */
export const es: Catalog = {
  'Hello {parent},': 'Hola, {parent}:',
  'call us at {phone}': 'llámenos al {phone}',
  'contact us': 'póngase en contacto con nosotros',
  today: 'hoy',
  tomorrow: 'mañana',
  'on {day}': 'el {day}',
  '{name} at {time}': '{name}, {time}',
  'Reminder: {child} has class {when}': 'Recordatorio: {child} tiene clase {when}',
  '{child} has class {when}, {day}: {what}. If {child} can’t come, please tell us on {child}’s page.':
    '{child} tiene clase {when}, {day}: {what}. Si {child} no puede venir, avísenos en la página de {child}.',
  '{child} has class {when}, {day}: {what}. If {child} can’t come, please {call}.':
    '{child} tiene clase {when}, {day}: {what}. Si {child} no puede venir, por favor {call}.',
  '{child} was marked absent {when}': 'Se registró una falta de {child} {when}',
  '{child} was marked absent from {name} {when} at {time}, and we hadn’t heard from you. If you didn’t expect this, please {call}.':
    'Se registró una falta de {child} en {name} {when} ({time}), y usted no nos había avisado. Si esto le sorprende, por favor {call}.',
  'New time: {name} from {day}': 'Nuevo horario: {name} desde el {day}',
  'Starting {day}, {name} meets on {weekday}s at {time} instead of {oldWeekday}s at {oldTime}. If {child} can’t come then, please {call}.':
    'A partir del {day}, {name} será cada {weekday} ({time}) en lugar de cada {oldWeekday} ({oldTime}). Si {child} no puede venir en ese horario, por favor {call}.',
  'Canceled: {name} on {day}': 'Cancelada: {name} del {day}',
  '{name} on {day} at {time} is canceled{reason}. {child} doesn’t need to come. For a make-up, please {call}.':
    'La clase {name} del {day} ({time}) está cancelada{reason}. {child} no tiene que venir; para recuperarla, por favor {call}.',
  'A make-up for {child} expires soon': 'Una recuperación de {child} vence pronto',
  '{child} missed {name} on {missedOn} and can make it up until {expiresOn}. To choose a class, please open your make-ups.':
    '{child} puede recuperar {name} del {missedOn} hasta el {expiresOn}. Para elegir una clase, abra sus recuperaciones.',
  '{child} missed {name} on {missedOn} and can make it up until {expiresOn}. To choose a class, please {call}.':
    '{child} puede recuperar {name} del {missedOn} hasta el {expiresOn}. Para elegir una clase, por favor {call}.',
  '{child}’s homework is overdue': 'La tarea de {child} está atrasada',
  '“{name}” was due on {day} and hasn’t been handed in yet. Please remind {child} to finish it.':
    'La tarea “{name}” era para el {day} y aún no se ha entregado. Recuérdele a {child} que la termine.',
  'A new report about {child}': 'Un informe nuevo sobre {child}',
  'The report about {child}’s assessment “{name}” is ready. Please open it to see the results and what comes next.':
    'El informe de la evaluación “{name}” de {child} está listo. Ábralo para ver los resultados y lo que sigue.',
  'The report about {child}’s assessment “{name}” is ready. To get it, please {call}.':
    'El informe de la evaluación “{name}” de {child} está listo. Para recibirlo, por favor {call}.',
  'Invoice {number} is due on {day}': 'La factura {number} vence el {day}',
  '{amount} on invoice {number} for {month} is due on {day}. If you have already paid, thank you. For questions, please {call}.':
    'La factura {number} de {month} tiene {amount} por pagar y vence el {day}. Si ya pagó, gracias; si tiene preguntas, por favor {call}.',
  '{child}’s week': 'La semana de {child}',
  'There is no homework left to do.': 'No queda tarea por hacer.',
  'There is still 1 homework assignment to do.': 'Queda 1 tarea por hacer.',
  'There are still {open} homework assignments to do.': 'Quedan {open} tareas por hacer.',
  'From {from} to {until}, {child} {facts}. {left}': 'Del {from} al {until}, {child} {facts}. {left}',
  ' with {correct} of {total} right': ' con {correct} de {total} correctas',
  'came to {came} of 1 class': 'vino a {came} de 1 clase',
  'came to {came} of {classes} classes': 'vino a {came} de {classes} clases',
  'finished one assignment{right}': 'terminó un trabajo{right}',
  'finished {done} assignments{right}': 'terminó {done} trabajos{right}',
  'mastered {sections}': 'dominó {sections}',
  'got an award': 'recibió un premio',
  'got {awards} awards': 'recibió {awards} premios',
}
