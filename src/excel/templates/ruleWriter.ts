// What a cell accepts, and how it looks depending on its value.
import type { Conditional, ConditionalStyle, InputRule, Validation } from '../../templates/template';

function excelRule(rule: Validation): Excel.DataValidationRule {
  switch (rule.kind) {
    case 'list':
      return { list: { inCellDropDown: true, source: rule.values.join(',') } };
    case 'whole':
      return { wholeNumber: { formula1: rule.from, formula2: rule.to, operator: 'Between' } };
    case 'decimal':
      return { decimal: { formula1: rule.from, formula2: rule.to, operator: 'Between' } };
    case 'date':
      return { date: { formula1: '=TODAY()', operator: 'GreaterThanOrEqualTo' } };
  }
}

export function writeInput(range: Excel.Range, { rule, hint }: InputRule): void {
  const { dataValidation } = range;
  const others = rule.kind === 'list' && rule.others === 'allowed';
  dataValidation.rule = excelRule(rule);
  dataValidation.prompt = { showPrompt: true, title: 'Input', message: hint };
  dataValidation.errorAlert = { showAlert: !others, style: 'Stop', title: 'Not accepted', message: hint };
}

export function writeConditional(range: Excel.Range, { rule, style = {} }: Conditional): void {
  const { conditionalFormats } = range;
  if (rule.kind === 'heat') {
    conditionalFormats.add('ColorScale').colorScale.criteria = {
      minimum: { type: 'Number', formula: '0', color: '#ffffff' },
      maximum: { type: 'Number', formula: String(rule.full), color: rule.color },
    };
    return;
  }
  const { custom } = conditionalFormats.add('Custom');
  custom.rule.formula = rule.formula;
  paint(custom.format, style);
}

function paint(format: Excel.ConditionalRangeFormat, { fill, color, bold }: ConditionalStyle): void {
  if (fill !== undefined) format.fill.color = fill;
  if (color !== undefined) format.font.color = color;
  if (bold !== undefined) format.font.bold = bold;
}
