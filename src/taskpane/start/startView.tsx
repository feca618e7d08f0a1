// Start: finished workbooks to begin with. A card says what it makes, what it needs and what filling it costs.
import { toTemplate } from '../../excel/templates/own/toTemplate';
import { templates } from '../../templates/templates';
import type { Template } from '../../templates/template';
import { BuiltCard } from './builtCard';
import { FrozenNotice } from './frozenNotice';
import { TemplateCard } from './templateCard';
import { OwnSection } from './ownSection';
import { useOwnTemplates } from './useOwnTemplates';
import { useTemplates } from './useTemplates';

/** Templates that differ in their source only are one card. */
const cards = Object.values(
  templates.reduce<Record<string, Template[]>>((all, template) => {
    (all[template.title] ??= []).push(template);
    return all;
  }, {}),
);

export function StartView() {
  const host = useTemplates();
  const own = useOwnTemplates();
  const every = [...templates, ...own.all.map(({ id, template }) => toTemplate(id, template))];
  const known = host.built.flatMap((built) => {
    const template = every.find(({ id }) => id === built.template);
    return template ? [{ built, template }] : [];
  });
  return (
    <div className="sw-view">
      <h1>Start with a finished workbook</h1>
      <p className="sw-small">
        Each template adds sheets of its own, with sample rows that cost nothing. You see the price before
        live data is fetched.
      </p>
      <FrozenNotice />
      {known.length > 0 && (
        <section className="sw-stack" aria-label="Templates in this workbook">
          <h2>In this workbook</h2>
          {known.map(({ built, template }) => (
            <BuiltCard key={built.sheets[0]?.id} built={built} template={template} host={host} />
          ))}
        </section>
      )}
      <section className="sw-stack" aria-label="Templates">
        {cards.map((variants) => (
          <TemplateCard key={variants[0]?.title} variants={variants} host={host} />
        ))}
      </section>
      <OwnSection own={own} host={host} />
    </div>
  );
}
