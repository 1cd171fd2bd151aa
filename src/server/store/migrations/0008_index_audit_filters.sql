CREATE INDEX "staff_audit_username" ON "staff_audit" USING btree ("username","at");--> statement-breakpoint
CREATE INDEX "staff_audit_action" ON "staff_audit" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "staff_audit_ip" ON "staff_audit" USING btree ("ip","at");--> statement-breakpoint
CREATE INDEX "staff_audit_request" ON "staff_audit" USING btree ("request_id");