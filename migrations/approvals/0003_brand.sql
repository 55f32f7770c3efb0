-- The brand that a decision is about; NULL: none. It is not part of what is hashed: it only says who may read it.
ALTER TABLE approvals.decision ADD COLUMN brand_id text;
CREATE INDEX decision_list_brand ON approvals.decision (workspace_id, livemode, brand_id, created_at DESC, id DESC) WHERE brand_id IS NOT NULL;

-- The brands that whoever asked for an approval is limited to: what runs when it is given runs with that limit.
ALTER TABLE approvals.approval ADD COLUMN requester_brands text[] NOT NULL DEFAULT '{}';

-- Decisions of before about approvals and drafts take the brand of what they are about.
ALTER TABLE approvals.decision DISABLE TRIGGER decision_append_only;
UPDATE approvals.decision d SET brand_id = a.brands[1] FROM approvals.approval a WHERE a.id = d.subject AND a.workspace_id = d.workspace_id AND cardinality(a.brands) = 1;
UPDATE approvals.decision d SET brand_id = f.brand_id FROM approvals.draft f WHERE f.id = d.subject AND f.workspace_id = d.workspace_id AND f.brand_id IS NOT NULL;
ALTER TABLE approvals.decision ENABLE TRIGGER decision_append_only;
